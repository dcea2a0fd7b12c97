import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { workerProcesses } from "../../../core/test/jobs/WorkerProcesses.ts"
import { type Received, scriptedServer, until } from "../ScriptedServer.ts"

/** How much faster than ours the time of the processes passes. */
const speed = 20
const sessions = 4

const processOf = ({ document }: Received) => /process-[0-9]+/.exec(document)?.[0]

it.live(
  "Processes on one database have no more sessions together than the registry allows, and take over the slots of a killed one",
  () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const unanswered: Array<Received> = []
      let most = 0
      const server = yield* scriptedServer({
        onConnect: () => {
          most = Math.max(most, server.connections().open)
        },
        on: (received) => received.command._tag === "DomainInfo" && unanswered.push(received) > 0
      })
      const script = fileURLToPath(new URL("./poolProcess.ts", import.meta.url))
      const processes = yield* workerProcesses(script, url, String(server.port), String(Date.now()), String(speed))

      /** Connections by process, counted by the commands since the last count. */
      const shares = () => {
        const byProcess = new Map<string, Set<number>>()
        for (const received of unanswered.splice(0)) {
          const process = processOf(received) ?? "none"
          byProcess.set(process, (byProcess.get(process) ?? new Set()).add(received.connection))
          received.answer(1000)
        }
        return byProcess
      }
      /** Answers until the commands of a moment come from so many processes over all sessions. */
      const untilShared = (among: ReadonlyArray<number>) =>
        until(() => {
          const open = server.connections().open
          const now = [...shares().values()].map(({ size }) => size).toSorted()
          return open === sessions && JSON.stringify(now) === JSON.stringify(among)
        })

      yield* processes.start
      yield* untilShared([sessions])
      yield* processes.start
      yield* untilShared([2, 2])
      const before = server.connections().all
      const killed = Date.now()
      yield* processes.replaceOne
      yield* until(() => server.connections().open === 2)
      // Slots of the killed process are free only after their leases end; then the other processes acquire them.
      yield* untilShared([2, 2])
      assert.isAtLeast((Date.now() - killed) * speed, 60_000)
      assert.isAbove(server.connections().all, before)
      assert.isAtMost(most, sessions)
    }).pipe(Effect.scoped),
  600_000
)
