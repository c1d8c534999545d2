package shop;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.util.Objects;
import org.junit.Test;

public class RatioTest {
    // Broken law: equals is reflexive. Seen: returned false.
    @Test
    public void brokenEqualsIsReflexive() {
        Crooked crooked = new Crooked(0);
        assertFalse(crooked.equals(crooked));
    }

    // Broken law: equals is symmetric. Seen: returned true and false.
    @Test
    public void brokenEqualsIsSymmetric() {
        Crooked crooked = new Crooked(1);
        Crooked crooked2 = new Crooked(2);
        assertTrue(crooked.equals(crooked2));
        assertFalse(crooked2.equals(crooked));
    }

    // Broken law: equals null is false. Seen: returned true.
    @Test
    public void brokenEqualsNullIsFalse() {
        assertTrue(new Crooked(1).equals(null));
    }

    // Broken law: hashCode is stable. Seen: two different numbers.
    @Test
    public void brokenHashCodeIsStable() {
        Crooked crooked = new Crooked(1);
        assertFalse(Objects.equals(crooked.hashCode(), crooked.hashCode()));
    }

    // Broken law: hashCode follows equals. Seen: different numbers.
    @Test
    public void brokenHashCodeFollowsEquals() {
        Crooked crooked = new Crooked(3);
        Crooked crooked2 = new Crooked(3);
        assertTrue(crooked.equals(crooked2));
        assertFalse(Objects.equals(crooked.hashCode(), crooked2.hashCode()));
    }

    // Broken law: compareTo is antisymmetric. Seen: signs 1 and 1.
    @Test
    public void brokenCompareToIsAntisymmetric() {
        Crooked crooked = new Crooked(1);
        Crooked crooked2 = new Crooked(2);
        assertEquals(1, Integer.signum(crooked.compareTo(crooked2)));
        assertEquals(1, Integer.signum(crooked2.compareTo(crooked)));
    }

    // Broken law: toString returns. Seen: threw java.lang.IllegalStateException.
    @Test
    public void brokenToStringReturns() {
        Crooked crooked = new Crooked(1);
        assertThrows(IllegalStateException.class, () -> crooked.toString());
    }
}
