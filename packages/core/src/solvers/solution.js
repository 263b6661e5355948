// What every solver takes and returns (see docs/solvers.md).
export {};
//# sourceMappingURL=solution.js.map