/** Squared distance from the support's affine hull below which a configuration counts as lying in it. */
const DEPENDENT = 1e-9;
/** Rank-one changes after which the inverse is computed afresh: rounding errors add up. */
const STALE = 64;
/**
 * Affinely independent configurations, as lists of the links at 1, with the inverse of their KKT matrix
 *   K = [0 1ᵀ; 1 MᵀM]  (paper 2, Eq. 1.31),
 * bordered when one joins and contracted when one leaves: O(size²) instead of O(size³).
 */
export class SupportInverse {
    width;
    size = 0;
    capacity = 4;
    counts = new Int32Array(4);
    lists;
    /** (size + 1)² inside rows of length capacity + 1; index 0 belongs to the constraint Σ q = 1. */
    inverse = new Float64Array(25);
    changes = 0;
    constructor(width) {
        this.width = width;
        this.lists = new Int32Array(4 * width);
    }
    clear() {
        this.size = 0;
        this.changes = 0;
    }
    /** Σ w over the links of configuration k. */
    dot(k, w) {
        const { lists } = this;
        let sum = 0;
        const start = k * this.width;
        const end = start + this.counts[k];
        for (let j = start; j < end; j++)
            sum += w[lists[j]];
        return sum;
    }
    /** z += q on the links of configuration k. */
    addTo(z, k, q) {
        const { lists } = this;
        const start = k * this.width;
        const end = start + this.counts[k];
        for (let j = start; j < end; j++)
            z[lists[j]] += q;
    }
    /** out := K⁻¹·rhs. */
    multiply(rhs, out) {
        const { inverse, size } = this;
        const stride = this.capacity + 1;
        for (let i = 0, row = 0; i <= size; i++, row += stride) {
            let sum = 0;
            for (let j = 0; j <= size; j++)
                sum += inverse[row + j] * rhs[j];
            out[i] = sum;
        }
    }
    /** Which configuration has exactly these links, −1 if none. */
    find(on, n) {
        for (let k = 0; k < this.size; k++) {
            if (this.counts[k] !== n)
                continue;
            const start = k * this.width;
            let j = 0;
            while (j < n && this.lists[start + j] === on[j])
                j++;
            if (j === n)
                return k;
        }
        return -1;
    }
    /**
     * Adds a configuration at the end. False, and nothing changed, if it lies in the affine hull of the others;
     * s.solution then holds (…, y) with the configuration = Σ y_k · configuration k.
     */
    add(on, n, s) {
        const { mark, rhs, solution } = s;
        const { size } = this;
        if (size === 0) {
            this.append(on, n);
            this.start();
            return true;
        }
        for (let j = 0; j < n; j++)
            mark[on[j]] = 1;
        rhs[0] = 1;
        for (let k = 0; k < size; k++)
            rhs[k + 1] = this.dot(k, mark);
        for (let j = 0; j < n; j++)
            mark[on[j]] = 0;
        this.multiply(rhs, solution);
        let schur = n;
        for (let i = 0; i <= size; i++)
            schur -= rhs[i] * solution[i];
        if (schur < DEPENDENT)
            return false;
        this.append(on, n);
        this.border(solution, schur);
        return true;
    }
    /** Removes configuration k. False if the others turn out to depend on each other: then none is left. */
    remove(k, s) {
        const clean = this.contract(k + 1, s.rhs);
        this.lists.copyWithin(k * this.width, (k + 1) * this.width, this.size * this.width);
        for (let i = k + 1; i < this.size; i++)
            this.counts[i - 1] = this.counts[i];
        this.size--;
        return clean || this.refactor(s);
    }
    /** Computes the inverse afresh if it has seen many changes; false as in `remove`. */
    freshen(s) {
        return this.changes <= STALE || this.changes <= 4 * this.size || this.refactor(s);
    }
    refactor(s) {
        const { size, width, lists } = this;
        const { list } = s;
        this.clear();
        for (let k = 0; k < size; k++) {
            const n = this.counts[k];
            for (let j = 0; j < n; j++)
                list[j] = lists[k * width + j];
            if (!this.add(list, n, s)) {
                this.clear();
                return false;
            }
        }
        this.changes = 0;
        return true;
    }
    start() {
        const { inverse } = this;
        const stride = this.capacity + 1;
        inverse[0] = -this.counts[0];
        inverse[1] = 1;
        inverse[stride] = 1;
        inverse[stride + 1] = 0;
        this.changes = 0;
    }
    /** The row and column of the last configuration join K⁻¹; `solution` is K⁻¹ times the new column. */
    border(solution, schur) {
        const { inverse, size } = this;
        const stride = this.capacity + 1;
        const last = size * stride;
        for (let i = 0; i < size; i++) {
            const factor = solution[i] / schur;
            const row = i * stride;
            for (let j = 0; j < size; j++)
                inverse[row + j] += factor * solution[j];
            inverse[row + size] = -factor;
            inverse[last + i] = -factor;
        }
        inverse[last + size] = 1 / schur;
        this.changes++;
    }
    /** Row and column m leave K⁻¹; false if that would divide by nothing. */
    contract(m, saved) {
        const { inverse, size } = this;
        const stride = this.capacity + 1;
        const pivot = inverse[m * stride + m];
        if (!(pivot > 1e-12))
            return false;
        for (let j = 0; j <= size; j++)
            saved[j] = inverse[m * stride + j];
        for (let i = 0; i <= size; i++) {
            if (i === m)
                continue;
            const row = i * stride;
            const factor = inverse[row + m] / pivot;
            // Rows and columns behind m move up by one.
            const to = i < m ? row : row - stride;
            for (let j = 0; j < m; j++)
                inverse[to + j] = inverse[row + j] - factor * saved[j];
            for (let j = m + 1; j <= size; j++)
                inverse[to + j - 1] = inverse[row + j] - factor * saved[j];
        }
        this.changes++;
        return true;
    }
    append(on, n) {
        if (this.size === this.capacity)
            this.grow();
        const k = this.size++;
        for (let j = 0; j < n; j++)
            this.lists[k * this.width + j] = on[j];
        this.counts[k] = n;
    }
    grow() {
        const stride = this.capacity + 1;
        const wide = 2 * this.capacity + 1;
        const inverse = new Float64Array(wide * wide);
        for (let i = 0; i < stride; i++)
            inverse.set(this.inverse.subarray(i * stride, (i + 1) * stride), i * wide);
        const lists = new Int32Array(2 * this.lists.length);
        lists.set(this.lists);
        const counts = new Int32Array(2 * this.capacity);
        counts.set(this.counts);
        this.inverse = inverse;
        this.lists = lists;
        this.counts = counts;
        this.capacity *= 2;
    }
}
//# sourceMappingURL=support-inverse.js.map