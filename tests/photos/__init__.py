"""What the networks that come along do on real photographs: ``-m photos``, where those lie beside the checkout."""
