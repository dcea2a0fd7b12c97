CREATE TABLE events (
  event_id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  object_type TEXT NOT NULL,
  object_id TEXT,
  object_name TEXT,
  type TEXT,
  subtype TEXT,
  event_data TEXT NOT NULL,
  created_on TEXT NOT NULL,
  acknowledged_on TEXT
);

CREATE INDEX events_created ON events (organization_id, created_on, event_id);

CREATE INDEX events_object ON events (organization_id, object_id, event_id);

CREATE INDEX events_object_name ON events (organization_id, object_name);

CREATE INDEX events_pending ON events (organization_id, created_on, event_id) WHERE acknowledged_on IS NULL;
