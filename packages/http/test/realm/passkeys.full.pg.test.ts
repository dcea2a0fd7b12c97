import * as Postgres from "@namewright/adapters-pg"
import { Effect, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { passkeyAccountSuite } from "./passkeyAccountSuite.ts"
import { passkeySignInSuite } from "./passkeySignInSuite.ts"
import { RealmServer } from "./RealmServer.ts"

const server = Layer.unwrap(Effect.map(
  reusedDatabase,
  (url) => RealmServer.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) }, "localhost")
))

passkeySignInSuite("PostgreSQL", server)
passkeyAccountSuite("PostgreSQL", server)
