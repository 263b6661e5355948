// A variable is a handle into a graph. Inside, a binary variable is one slot (its value is the slot's),
// a categorical variable one slot per value, exactly one of which is 1.
class PlainLiteral {
    slot;
    negated;
    constructor(slot, negated) {
        this.slot = slot;
        this.negated = negated;
    }
    get not() {
        return new PlainLiteral(this.slot, !this.negated);
    }
}
/** A variable that is 0 or 1, made by `graph.binary`. Used as a literal it says "this is 1". */
export class BinaryVariable {
    index;
    slot;
    kind = 'binary';
    negated = false;
    constructor(index, slot) {
        this.index = index;
        this.slot = slot;
    }
    get size() {
        return 2;
    }
    get not() {
        return new PlainLiteral(this.slot, true);
    }
    /** The literal "this variable has this value". */
    is(value) {
        if (value !== 0 && value !== 1)
            throw new RangeError(`A binary variable is 0 or 1, not ${value}.`);
        return new PlainLiteral(this.slot, value === 0);
    }
    /** 0 or 1 in the solution's assignment; null if it has none. */
    valueIn(solution) {
        return solution.assignment === null ? null : solution.assignment[this.index];
    }
    /** The relaxed solution's weight on 1. */
    marginalIn(solution) {
        return solution.marginals[this.slot];
    }
}
/** A variable with one of `size` values, numbered from 0, made by `graph.categorical`. */
export class CategoricalVariable {
    index;
    slot;
    size;
    kind = 'categorical';
    constructor(index, slot, size) {
        this.index = index;
        this.slot = slot;
        this.size = size;
    }
    /** The literal "this variable has this value". */
    is(value) {
        if (!Number.isInteger(value) || value < 0 || value >= this.size)
            throw new RangeError(`Value ${value} does not exist: this variable has values 0 to ${this.size - 1}.`);
        return new PlainLiteral(this.slot + value, false);
    }
    valueIn(solution) {
        return solution.assignment === null ? null : solution.assignment[this.index];
    }
    /** The relaxed solution's weights, one per value. */
    marginalIn(solution) {
        return solution.marginals.slice(this.slot, this.slot + this.size);
    }
}
//# sourceMappingURL=variable.js.map