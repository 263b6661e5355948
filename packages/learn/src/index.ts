// Learning: what users may rely on.
export {}
