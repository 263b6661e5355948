// Typed arrays that grow by half when full: the graph builder's storage.
export class GrowableFloats {
    data;
    length = 0;
    constructor(capacity = 16) {
        this.data = new Float64Array(capacity);
    }
    push(value) {
        if (this.length === this.data.length)
            this.reserve(1);
        this.data[this.length++] = value;
    }
    /** Makes room for `extra` more elements. */
    reserve(extra) {
        const needed = this.length + extra;
        if (needed <= this.data.length)
            return;
        const grown = new Float64Array(Math.max(needed, this.data.length + (this.data.length >> 1) + 16));
        grown.set(this.data);
        this.data = grown;
    }
}
export class GrowableInts {
    data;
    length = 0;
    constructor(capacity = 16) {
        this.data = new Int32Array(capacity);
    }
    push(value) {
        if (this.length === this.data.length)
            this.reserve(1);
        this.data[this.length++] = value;
    }
    reserve(extra) {
        const needed = this.length + extra;
        if (needed <= this.data.length)
            return;
        const grown = new Int32Array(Math.max(needed, this.data.length + (this.data.length >> 1) + 16));
        grown.set(this.data);
        this.data = grown;
    }
}
//# sourceMappingURL=growable.js.map