-- How a text message goes out. In the outbox for development it goes nowhere and `body` is all there is of it (`kept`). With
-- a provider there is no body: what it says waits sealed (`sealed_values`) and is gone once it is known what became of it.
alter table text_message
  alter column body drop not null,
  add column template text,
  add column language text check (language in ('zh', 'en')),
  add column sealed_values bytea,
  add column state text not null default 'kept' check (state in ('kept', 'waiting', 'sent', 'refused')),
  -- When it was last handed over, where what became of that is not known or was good.
  add column tried_at timestamptz,
  -- Number the provider gave the message, or the request that it refused.
  add column provider_id text,
  -- Why it was not sent: a code of the provider, or EXPIRED.
  add column refusal text,
  add column settled_at timestamptz,
  add check ((state = 'kept') = (body is not null)),
  add check ((state = 'waiting') = (sealed_values is not null)),
  add check ((state = 'refused') = (refusal is not null));
create index text_message_waiting on text_message (created_at) where state = 'waiting';
create index text_message_refused on text_message (refusal) where state = 'refused';
