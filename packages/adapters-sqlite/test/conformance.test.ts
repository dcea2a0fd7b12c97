import { layer } from "@namewright/adapters-sqlite"
import { storageContract } from "@namewright/conformance"

storageContract("sqlite", layer({ filename: ":memory:" }))
