import { layer } from "@namewright/adapters-pg"
import {
  changeFeedContract,
  contactStoreContract,
  domainStoreContract,
  intentLeaseContract,
  registrySessionSlotsContract
} from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../test/PostgresDatabase.ts"
import { hostPool } from "./hostPool.ts"

const onPool = Layer.unwrap(
  Effect.map(Effect.flatMap(reusedDatabase, (url) => hostPool(url)), (pool) => layer({ pool }))
)

// The contracts that use transactions, locks and all types of columns; conformancePool.full.pg.test.ts has all.
changeFeedContract("a pool of pg", onPool)
contactStoreContract("a pool of pg", onPool)
domainStoreContract("a pool of pg", onPool)
intentLeaseContract("a pool of pg", onPool)
registrySessionSlotsContract("a pool of pg", onPool)
