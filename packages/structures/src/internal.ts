// What sibling packages of Parley share with @parley/structures beyond its public exports. Nothing here is
// stable: users import from `@parley/structures` alone.
export {}
