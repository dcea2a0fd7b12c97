import { passkeyAccountSuite } from "./passkeyAccountSuite.ts"
import { passkeySignInSuite } from "./passkeySignInSuite.ts"
import { RealmServer } from "./RealmServer.ts"

const server = RealmServer.layerWith({}, {}, "localhost")

passkeySignInSuite("SQLite", server)
passkeyAccountSuite("SQLite", server)
