import { DomainListTuning } from "@namewright/adapters-sql"
import { domainListContract } from "@namewright/conformance"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { listTunings } from "../../../adapters-sql/test/domains/listTunings.ts"

const storage = (tuning: DomainListTuning) =>
  memoryDatabase().pipe(Layer.provide(Layer.succeed(DomainListTuning, tuning)))

for (const [path, tuning] of Object.entries(listTunings)) domainListContract(`sqlite, ${path}`, storage(tuning))
