import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { peopleOn, peopleRaces } from "./peopleSuite.ts"

peopleRaces("SQLite", peopleOn(memoryDatabase()))
