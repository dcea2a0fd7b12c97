import type { Platform } from "@namewright/core"
import { setTimeout } from "node:timers/promises"
import type pg from "pg"

/**
 * Retries jobs of the shop that ended as dead letters, as its operator would, until `signal` is aborted. Each kill of a
 * process costs the jobs that it had claimed an attempt, so several kills can use up all attempts of a job.
 */
export const retryDeadLetters = async (platform: Platform, pool: pg.Pool, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { rows } = await pool.query<{ organization_id: string; job_id: string }>(
      "SELECT organization_id, job_id FROM namewright.jobs WHERE state = 7 AND kind = 'domain_create'"
    )
    for (const { job_id, organization_id } of rows) {
      const caller = { organization_id, role: "domain_manager", user: { id: "operator", name: "Operator" } } as const
      await platform.as(caller).jobs.retry(job_id)
    }
    await setTimeout(500)
  }
}
