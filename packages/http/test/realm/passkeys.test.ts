import { passkeySuite } from "./passkeySuite.ts"
import { RealmServer } from "./RealmServer.ts"

passkeySuite("SQLite", RealmServer.layerWith({}, {}, "localhost"))
