-- Whoever streams to a session hears on the channel `session` that it ended, or that what its login or account may do changed
-- (apps/server/src/http/session-notices.ts). Triggers, so that no statement can forget it, a cascade included.
create function session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', json_build_object('session', encode(old.token_sha256, 'hex'))::text);
  return null;
end $$;
create trigger session_ended after delete on session for each row execute function session_ended();

create function rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session', json_build_object(tg_table_name, new.id)::text);
  return null;
end $$;
create trigger rights_changed after update on login for each row
  when ((old.permissions, old.disabled_at, old.barred_at, old.password_given_at)
    is distinct from (new.permissions, new.disabled_at, new.barred_at, new.password_given_at))
  execute function rights_changed();
create trigger rights_changed after update on account for each row
  when (old.barred_at is distinct from new.barred_at) execute function rights_changed();
