export {};
//# sourceMappingURL=custom.js.map