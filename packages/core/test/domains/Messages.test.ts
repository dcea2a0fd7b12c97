import { layer as sqlite } from "@namewright/adapters-sqlite"
import { messageSuite } from "./messageSuite.ts"

messageSuite("sqlite", sqlite({ filename: ":memory:", synchronous: "normal" }))
