import { DomainListTuning } from "@namewright/adapters-sql"
import { layer } from "@namewright/adapters-sqlite"
import { domainListContract } from "@namewright/conformance"
import { Layer } from "effect"
import { listTunings } from "../../../adapters-sql/test/domains/listTunings.ts"

const storage = (tuning: DomainListTuning) =>
  layer({ filename: ":memory:" }).pipe(Layer.provide(Layer.succeed(DomainListTuning, tuning)))

for (const [path, tuning] of Object.entries(listTunings)) domainListContract(`sqlite, ${path}`, storage(tuning))
