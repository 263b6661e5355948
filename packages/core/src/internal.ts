// What sibling packages of Parley share with @parley/core beyond its public exports. Nothing here is
// stable: users import from `@parley/core` alone.
export {}
