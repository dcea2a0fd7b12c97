/**
 * Lets this process believe in a clock that runs `factor` times as fast, so that leases of killed processes end sooner. The
 * shop has no option for it. Processes with the same base agree about the time. Import it before everything else.
 */
const [base, factor] = process.argv.slice(2, 4).map(Number)
if (base === undefined || factor === undefined) throw new Error("Arguments: BASE FACTOR ...")

const now = Date.now
const hrtime = process.hrtime.bigint
const timeout = globalThis.setTimeout

Date.now = () => Math.floor(base + (now() - base) * factor)
process.hrtime.bigint = () => hrtime() * BigInt(factor)
globalThis.setTimeout = Object.assign(
  (work: (...args: ReadonlyArray<unknown>) => void, millis = 0, ...args: ReadonlyArray<unknown>) =>
    timeout(work, millis / factor, ...args),
  timeout
)
