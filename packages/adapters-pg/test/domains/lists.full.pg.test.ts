import { layer } from "@namewright/adapters-pg"
import { DomainListTuning } from "@namewright/adapters-sql"
import { domainListContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { listTunings } from "../../../adapters-sql/test/domains/listTunings.ts"

const storage = (tuning: DomainListTuning) =>
  Layer.unwrap(Effect.map(migratedDatabase, (url) => layer({ url }))).pipe(
    Layer.provide(Layer.succeed(DomainListTuning, tuning))
  )

for (const [path, tuning] of Object.entries(listTunings)) {
  domainListContract(`postgres, ${path}`, storage(tuning), { runs: 10 })
}
