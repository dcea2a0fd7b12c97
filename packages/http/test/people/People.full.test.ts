import { layer } from "@namewright/adapters-sqlite"
import { peopleOn, peopleRaces } from "./peopleSuite.ts"

peopleRaces("SQLite", peopleOn(layer({ filename: ":memory:" })))
