import { layer as sqlite } from "@namewright/adapters-sqlite"
import { policySuite } from "./policySuite.ts"

policySuite("sqlite", sqlite({ filename: ":memory:", synchronous: "normal" }))
