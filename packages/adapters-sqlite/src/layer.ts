import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { Layer } from "effect"
import * as SqliteClient from "./SqliteClient.ts"

/** Storage in a SQLite file or in memory, with its schema brought up to date. */
export const layer = (options: SqliteClient.Options) =>
  stores.pipe(Layer.provideMerge(Migrations.layer), Layer.provideMerge(SqliteClient.layer(options)))
