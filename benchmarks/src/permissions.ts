import { type Benchmark, scaled } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { PermissionResult, PermissionTask } from "./permissions/process.ts"

/** Checks of permissions, with and without restrictions of a key. */
export const benchmark: Benchmark = {
  name: "permissions",
  about:
    "Time of one permission check in a process: of a caller without restrictions, and of an API key with the maximum of restrictions (100 ids, 50 patterns of names, 50 of RRsets) for an RRset that the last of them admits.",
  run: async (setting) => {
    const { restricted, unrestricted } = await runChild<PermissionResult>(
      "permissions/process.ts",
      { count: scaled(setting, 200_000, 10_000) } satisfies PermissionTask
    )
    return [
      { what: "Caller without restrictions", unit: "µs", ours: unrestricted },
      {
        what: "Key with the maximum of restrictions",
        unit: "µs",
        ours: restricted,
        bound: { of: "ours", side: "at most", must: 15 }
      }
    ]
  }
}
