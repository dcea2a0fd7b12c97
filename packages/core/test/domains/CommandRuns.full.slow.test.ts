import { layer as sqlite } from "@namewright/adapters-sqlite"
import { commandRunSuite } from "./commandRunSuite.ts"

commandRunSuite("sqlite", sqlite({ filename: ":memory:", synchronous: "normal" }), ["interrupt"])
