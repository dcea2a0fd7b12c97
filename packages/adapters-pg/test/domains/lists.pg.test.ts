import { layer } from "@namewright/adapters-pg"
import { DomainListTuning } from "@namewright/adapters-sql"
import { domainListContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { listWays } from "../../../adapters-sql/test/domains/listWays.ts"

const storage = (tuning: DomainListTuning) =>
  Layer.unwrap(Effect.map(freshDatabase, (url) => layer({ url }))).pipe(
    Layer.provide(Layer.succeed(DomainListTuning, tuning))
  )

for (const [way, tuning] of Object.entries(listWays)) {
  domainListContract(`postgres, ${way}`, storage(tuning), { runs: 10 })
}
