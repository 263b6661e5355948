// What sibling packages of Parley share with @parley/nlp beyond its public exports. Nothing here is
// stable: users import from `@parley/nlp` alone.
export {}
