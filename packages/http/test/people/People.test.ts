import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { peopleOn, peopleSuite } from "./peopleSuite.ts"

peopleSuite("SQLite", peopleOn(memoryDatabase()))
