import { onSqlite } from "./DomainsPlatform.ts"
import { organizationRacesSuite } from "./organizationRacesSuite.ts"

organizationRacesSuite("sqlite", onSqlite)
