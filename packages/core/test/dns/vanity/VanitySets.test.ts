import { vanityNamesSuite } from "./vanityNamesSuite.ts"
import { vanityOnSqlite } from "./VanityPlatform.ts"
import { vanitySuite } from "./vanitySuite.ts"

vanitySuite("sqlite", vanityOnSqlite)
vanityNamesSuite("sqlite", vanityOnSqlite)
