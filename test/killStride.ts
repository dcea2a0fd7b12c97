import { testSize } from "./testSize.ts"

/**
 * Distance between the steps at which tests kill a process. `NAMEWRIGHT_KILL_STRIDE=1` kills one at each step, which takes
 * a quarter of an hour.
 */
export const killStride = testSize(24, 16, "NAMEWRIGHT_KILL_STRIDE")

/** True if processes are killed at each step, so that a test can tell which steps repeat something. */
export const killsAtEachStep = killStride === 1
