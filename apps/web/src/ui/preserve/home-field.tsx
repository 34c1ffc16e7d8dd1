import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../address/paths.ts';
import { AnyField } from './any-field.tsx';
import { giveToField, type Handover } from './handover.ts';

/**
 * The combined input where no form is loaded: the page with the forms says what was recognized, and opens the right
 * one.
 */
export function HomeField() {
  const navigate = useNavigate();
  const [typed, type] = useState('');
  const give = (handover: Handover) => {
    giveToField(handover);
    void navigate(paths.preserve);
  };
  return (
    <AnyField
      typed={typed}
      onType={type}
      said={null}
      isReady={typed.trim() !== ''}
      onText={() => give({ text: typed })}
      onFiles={(files) => files.length > 0 && give({ files })}
    />
  );
}
