import { type Registry, RegistryRefusal } from "@namewright/core/registry"
import { Effect } from "effect"
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { changedRegistries } from "./changedRegistries.ts"

const refusal = new RegistryRefusal({ reason: "policy", result_code: 2306, text: "The evidence is too old" })

/** Registries that take reports, and what becomes of the reports. */
export interface ReportTakers {
  /** File to which a line is added for every report that arrives at a registry. */
  readonly arrived: string
  /** True for registries that refuse every report. */
  readonly refuses: boolean
  /** Called when a report arrives, after the registry has answered, and after a message was acknowledged. */
  readonly onStep?: Effect.Effect<void>
}

/** Simulated registries that write down the reports of verified contacts. */
export const reportTakers = ({ arrived, onStep = Effect.void, refuses }: ReportTakers) =>
  changedRegistries((registry: Registry) => ({
    ...registry,
    reportVerification: (report) =>
      Effect.gen(function*() {
        appendFileSync(arrived, `${report.claims.join("+")} ${report.reference}\n`)
        yield* onStep
        const answer = yield* refuses ? Effect.fail(refusal) : registry.reportVerification(report)
        yield* onStep
        return answer
      }),
    acknowledgeMessage: (id) => Effect.tap(registry.acknowledgeMessage(id), onStep)
  }))

/** The reports that arrived, in order, as claims and reference. */
export const arrivedReports = (file: string): ReadonlyArray<string> =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").filter((line) => line !== "") : []
