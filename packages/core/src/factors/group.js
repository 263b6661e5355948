/**
 * The loops over links that most kinds share: literals are loaded into scratch, one local operation is called,
 * and the result is written back. A subclass gives the local operations on literals.
 */
export class LocalGroup {
    links;
    first;
    count;
    t;
    u;
    v;
    constructor(links, first, count) {
        this.links = links;
        this.first = first;
        this.count = count;
        let widest = 1;
        for (let f = first; f < first + count; f++)
            widest = Math.max(widest, links.factorStart[f + 1] - links.factorStart[f]);
        this.t = new Float64Array(widest);
        this.u = new Float64Array(widest);
        this.v = new Float64Array(widest);
    }
    maximize(factor, x, z) {
        const { linkNegated, factorStart } = this.links;
        const start = factorStart[factor];
        const n = factorStart[factor + 1] - start;
        const constant = this.loadScores(start, n, x);
        const best = this.maximizeLocal(factor, this.t, n, this.u);
        for (let i = 0; i < n; i++)
            z[start + i] = linkNegated[start + i] === 1 ? 1 - this.u[i] : this.u[i];
        return best + constant;
    }
    bound(x) {
        const { factorStart } = this.links;
        let total = 0;
        for (let f = this.first; f < this.first + this.count; f++) {
            const start = factorStart[f];
            const n = factorStart[f + 1] - start;
            const constant = this.loadScores(start, n, x);
            total += this.maximizeLocal(f, this.t, n, this.u) + constant;
        }
        return total;
    }
    maxima(list, from, to, x, best) {
        const { factorStart } = this.links;
        for (let k = from; k < to; k++) {
            const f = list[k];
            const start = factorStart[f];
            const n = factorStart[f + 1] - start;
            const constant = this.loadScores(start, n, x);
            best[f] = this.maximizeLocal(f, this.t, n, this.u) + constant;
        }
    }
    project(list, from, to, target, eta, z) {
        const { linkNegated, factorStart } = this.links;
        const t = this.t;
        for (let k = from; k < to; k++) {
            const f = list[k];
            const start = factorStart[f];
            const end = factorStart[f + 1];
            for (let l = start; l < end; l++)
                t[l - start] = linkNegated[l] === 1 ? 1 - target[l] : target[l];
            this.projectLocal(f, t, end - start, eta);
            for (let l = start; l < end; l++)
                z[l] = linkNegated[l] === 1 ? 1 - t[l - start] : t[l - start];
        }
    }
    maxMarginals(factor, x, on, off) {
        const { linkNegated, factorStart } = this.links;
        const start = factorStart[factor];
        const n = factorStart[factor + 1] - start;
        const constant = this.loadScores(start, n, x);
        const best = this.maxMarginalsLocal(factor, this.t, n, this.u, this.v);
        for (let i = 0; i < n; i++) {
            const flip = linkNegated[start + i] === 1;
            on[start + i] = (flip ? this.v[i] : this.u[i]) + constant;
            off[start + i] = (flip ? this.u[i] : this.v[i]) + constant;
        }
        return best + constant;
    }
    score(factor, z) {
        const { linkNegated, factorStart } = this.links;
        const start = factorStart[factor];
        const n = factorStart[factor + 1] - start;
        for (let i = 0; i < n; i++)
            this.t[i] = linkNegated[start + i] === 1 ? 1 - z[start + i] : z[start + i];
        return this.scoreLocal(factor, this.t, n);
    }
    relaxedScore(_factor, _z) {
        return 0;
    }
    leastScore(_factor) {
        return 0;
    }
    scale() {
        return 0;
    }
    /** t := scores of the literals; returns the constant that negated links leave behind. */
    loadScores(start, n, x) {
        const { linkNegated } = this.links;
        const t = this.t;
        let constant = 0;
        for (let i = 0; i < n; i++) {
            const score = x[start + i];
            if (linkNegated[start + i] === 1) {
                t[i] = -score;
                constant += score;
            }
            else
                t[i] = score;
        }
        return constant;
    }
}
//# sourceMappingURL=group.js.map