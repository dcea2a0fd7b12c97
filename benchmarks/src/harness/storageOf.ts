import { postgres } from "@namewright/adapters-pg"
import { sqlite } from "@namewright/adapters-sqlite"
import type { Storage } from "./Databases.ts"

/** Stores of the platform on a database. */
export const storageOf = (storage: Storage) =>
  storage.type === "sqlite"
    ? sqlite({ filename: storage.filename, synchronous: storage.synchronous })
    : postgres({ url: storage.url, maxConnections: storage.maxConnections })
