import { setImmediate } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** Rounds of garbage collection: finalizers of one may free more for the next. */
const rounds = 4

/** Bytes of the JavaScript heap in use, after forced garbage collections. */
export const heapUsed = async (): Promise<number> => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  for (let round = 0; round < rounds; round++) {
    collect()
    await setImmediate()
  }
  return process.memoryUsage().heapUsed
}
