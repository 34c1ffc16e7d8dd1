import './room.css';
import { useEffect, useState } from 'react';
import { words } from '../words/words.ts';
import { type DeviceChoice, listDevices } from './media.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('room-devices', text);

interface Props {
  /** Open devices: browsers name the devices only while some are open. */
  stream: MediaStream | null;
  used: DeviceChoice;
  onChoose: (choice: DeviceChoice) => void;
  /** Says so if there is nothing to choose. */
  isExplicit?: boolean;
}

/** Lists of cameras and of microphones, each if there is more than one. */
export function DeviceSelects({ stream, used, onChoose, isExplicit = false }: Props) {
  const t = useWords();
  const devices = useDevices(stream);
  const lists = [
    ['cameraId', t('camera'), devices?.cameras ?? []],
    ['microphoneId', t('microphone'), devices?.microphones ?? []],
  ] as const;
  return (
    <>
      {lists.map(
        ([name, label, list]) =>
          list.length > 1 && (
            <label key={name} className="room-device">
              <span>{label}</span>
              <select
                value={used[name] ?? list[0]?.deviceId ?? ''}
                onChange={({ target }) => onChoose({ ...used, [name]: target.value })}
              >
                {list.map(({ deviceId, label: device }, at) => (
                  <option key={deviceId} value={deviceId}>
                    {device || `${label} ${at + 1}`}
                  </option>
                ))}
              </select>
            </label>
          ),
      )}
      {isExplicit && devices && lists.every(([, , list]) => list.length < 2) && (
        <p className="secondary">{t('onlyOne')}</p>
      )}
    </>
  );
}

/** The devices, which may be plugged in while the list is shown. */
function useDevices(stream: MediaStream | null) {
  const [devices, setDevices] = useState<Awaited<ReturnType<typeof listDevices>> | null>(null);
  useEffect(() => {
    if (!stream) return;
    const list = () => void listDevices().then(setDevices);
    list();
    navigator.mediaDevices.addEventListener('devicechange', list);
    return () => navigator.mediaDevices.removeEventListener('devicechange', list);
  }, [stream]);
  return devices;
}
