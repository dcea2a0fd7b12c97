import { layer } from "@namewright/adapters-sqlite"
import { importingPlatform, importSuite } from "./importSuite.ts"

importSuite("sqlite", importingPlatform(layer({ filename: ":memory:", synchronous: "normal" })))
