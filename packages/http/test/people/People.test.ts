import { layer } from "@namewright/adapters-sqlite"
import { peopleOn, peopleSuite } from "./peopleSuite.ts"

peopleSuite("SQLite", peopleOn(layer({ filename: ":memory:" })))
