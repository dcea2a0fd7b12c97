import { DomainListTuning } from "@namewright/adapters-sql"
import { layer } from "@namewright/adapters-sqlite"
import { domainListContract } from "@namewright/conformance"
import { Layer } from "effect"
import { listWays } from "../../../adapters-sql/test/domains/listWays.ts"

const storage = (tuning: DomainListTuning) =>
  layer({ filename: ":memory:" }).pipe(Layer.provide(Layer.succeed(DomainListTuning, tuning)))

for (const [way, tuning] of Object.entries(listWays)) domainListContract(`sqlite, ${way}`, storage(tuning))
