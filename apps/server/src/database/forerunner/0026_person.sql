-- Who ordered it, beside whom he acted as (`login_id`): what he preserves is his word, not that of the other.
alter table attestation add column person_id uuid references login;
update attestation a set person_id = coalesce(l.seat_of, l.id) from login l where l.id = a.login_id;
alter table attestation add check ((person_id is null) = (login_id is null));

-- Who acted, where `by` is somebody else's login; null where it is his own, and of events from before this column.
alter table attestation_event add column person_id uuid references login;
