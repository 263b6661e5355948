export {};
//# sourceMappingURL=links.js.map