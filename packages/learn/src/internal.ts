// What sibling packages of Parley share with @parley/learn beyond its public exports. Nothing here is stable.
export {}
