import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { externalReferenceSuite, pairingRegister } from "./externalReferenceSuite.ts"
import { servicesWith } from "./OrganizationsPlatform.ts"

const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: 4 })))

externalReferenceSuite("postgres", Layer.provideMerge(servicesWith(pairingRegister), storage))
